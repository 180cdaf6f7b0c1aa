"""Installs what the nodes need, unless it is there: Java 17, Maven, the jars, and the Python driver. In build/cluster and build/drivers."""
import glob
import os
import pathlib
import re
import shutil
import subprocess
import sys

HERE = pathlib.Path(__file__).resolve().parent
ROOT = HERE.parent.parent
BUILD = ROOT / 'build' / 'cluster'
DRIVER = ROOT / 'build/drivers/python/venv/bin/python'
ENTERED = 'CELLAR_CLUSTER_PYTHON'  # set once a program runs in the Python that has the driver
DEBIANS_JAVA = '/usr/lib/jvm/java-17-openjdk-*/bin/java'


class NotInstalled(Exception):
    """What a step of an installation has printed."""


def call(*command, **options):
    """Runs a step of an installation. Its output is shown only if it fails."""
    line = ' '.join(map(str, command))
    try:
        done = subprocess.run([str(part) for part in command], stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
                              stdin=subprocess.DEVNULL, text=True, check=False, **options)
    except OSError as error:
        raise NotInstalled(f'{line}\n{error}') from error
    if done.returncode:
        raise NotInstalled(f'{line}\n{done.stdout}')


def install(package):
    """Installs a package of Debian."""
    as_root = [] if os.getuid() == 0 else ['sudo']
    call(*as_root, 'apt-get', 'update', '-qq')
    call(*as_root, 'env', 'DEBIAN_FRONTEND=noninteractive', 'apt-get', 'install', '-y', '-qq', package)


def require(program, package):
    if not shutil.which(program):
        install(package)


def java():
    """A Java 17, which Cassandra 5.0 asks for."""
    found = sorted(glob.glob(DEBIANS_JAVA))
    if not found and shutil.which('java'):
        said = subprocess.run(['java', '-version'], stderr=subprocess.PIPE, text=True, check=False).stderr
        if re.search(r'version "17\b', said):
            return 'java'
    if not found:
        install('openjdk-17-jre-headless')
        found = sorted(glob.glob(DEBIANS_JAVA))
    if not found:
        raise NotInstalled('there is no Java 17')
    return found[0]


def jars(name):
    """The folder with the jars of NAME/pom.xml."""
    pom = HERE / name / 'pom.xml'
    folder = BUILD / name
    recipe = folder / 'recipe'
    if not recipe.is_file() or recipe.read_text(encoding='utf-8') != pom.read_text(encoding='utf-8'):
        require('mvn', 'maven')
        shutil.rmtree(folder, ignore_errors=True)
        folder.mkdir(parents=True)
        call('mvn', '--quiet', '--batch-mode', '-f', pom, 'dependency:copy-dependencies',
             f'-DoutputDirectory={folder / "lib"}', '-DincludeScope=runtime')
        shutil.copy(pom, recipe)
    return folder / 'lib'


def enter_python_with_driver():
    """Runs this program again in the Python that has the driver, which is installed if need be."""
    if ENTERED in os.environ:
        return
    call(ROOT / 'tests/drivers/run', '--install', 'python')
    os.execve(DRIVER, [DRIVER, *sys.argv], {**os.environ, ENTERED: '1'})
