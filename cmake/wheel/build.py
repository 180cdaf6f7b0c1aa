#!/usr/bin/env python3
"""Makes a wheel of the program and the package beside this file: build.py PROGRAM VERSION PLATFORM FOLDER

PLATFORM says where the program runs: linux_x86_64, or several with dots between them. The same files make the same bytes.
"""
import base64
import hashlib
import pathlib
import sys
import zipfile

HERE = pathlib.Path(__file__).resolve().parent
ROOT = HERE.parent.parent
FIRST_TIME = (1980, 1, 1, 0, 0, 0)

METADATA = """Metadata-Version: 2.1
Name: cellar
Version: {version}
Summary: CQL in one small program: a server for tests of programs that talk to Cassandra, and fixtures of pytest
License: Apache-2.0
Requires-Python: >=3.8
Classifier: Framework :: Pytest
Provides-Extra: driver
Requires-Dist: cassandra-driver ; extra == 'driver'
"""

WHEEL = """Wheel-Version: 1.0
Generator: cellar
Root-Is-Purelib: false
"""

ENTRY_POINTS = """[console_scripts]
cellar = cellar:main

[pytest11]
cellar = cellar.pytest_plugin
"""


class Wheel:
    """A zip whose last file lists all with their digests (RECORD)."""

    def __init__(self, path, info):
        self.zip = zipfile.ZipFile(path, 'w', zipfile.ZIP_DEFLATED)
        self.info = info
        self.record = []

    def add(self, name, data, mode=0o644):
        entry = zipfile.ZipInfo(name, FIRST_TIME)
        entry.compress_type = zipfile.ZIP_DEFLATED
        entry.external_attr = (0o100000 | mode) << 16
        self.zip.writestr(entry, data)
        digest = base64.urlsafe_b64encode(hashlib.sha256(data).digest()).rstrip(b'=').decode()
        self.record.append(f'{name},sha256={digest},{len(data)}\n')

    def close(self):
        name = f'{self.info}/RECORD'
        self.add(name, ''.join(self.record + [f'{name},,\n']).encode())
        self.zip.close()


def main(program, version, platform, folder):
    tags = [f'py3-none-{each}' for each in platform.split('.')]
    path = pathlib.Path(folder) / f'cellar-{version}-py3-none-{platform}.whl'
    path.parent.mkdir(parents=True, exist_ok=True)
    wheel = Wheel(path, f'cellar-{version}.dist-info')
    for source in sorted((HERE / 'cellar').glob('*.py')):
        wheel.add(f'cellar/{source.name}', source.read_bytes())
    wheel.add('cellar/bin/cellar', pathlib.Path(program).read_bytes(), 0o755)
    files = {'METADATA': METADATA.format(version=version), 'WHEEL': WHEEL + ''.join(f'Tag: {tag}\n' for tag in tags),
             'entry_points.txt': ENTRY_POINTS, 'LICENSE': (ROOT / 'LICENSE').read_text(encoding='utf-8'),
             'COPYRIGHT': (ROOT / 'cmake/debian/copyright').read_text(encoding='utf-8')}
    for name, text in files.items():
        wheel.add(f'{wheel.info}/{name}', text.encode())
    wheel.close()
    print(path)


if __name__ == '__main__':
    if len(sys.argv) != 5:
        sys.exit(__doc__)
    main(*sys.argv[1:])
