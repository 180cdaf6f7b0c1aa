"""Fixtures of pytest: one server for the run (for each worker of pytest-xdist), in its first state for each test.

The settings `cellar_init` (scripts, or folders of them) and `cellar_options` (of `cellar serve`) stand in pytest's ini-file.
"""
import pytest

import cellar as package


def pytest_addoption(parser):
    parser.addini('cellar_init', 'CQL scripts, or folders of them, that the Cellar server runs first', type='paths', default=[])
    parser.addini('cellar_options', 'further options of `cellar serve`', type='args', default=[])


@pytest.fixture(scope='session')
def cellar_server(pytestconfig):
    """The server of the run, a cellar.Server."""
    with package.Server(pytestconfig.getini('cellar_init'), pytestconfig.getini('cellar_options')) as server:
        yield server


@pytest.fixture
def cellar(cellar_server):
    """The server, in the state that the scripts have made and without faults."""
    cellar_server.reset()
    return cellar_server


@pytest.fixture
def cellar_port(cellar):
    """The port of the server at 127.0.0.1, for a client of your own."""
    return cellar.port


@pytest.fixture(scope='session')
def cellar_cluster(cellar_server):
    """A cassandra.cluster.Cluster of the package cassandra-driver. Tests that ask for it are skipped where that is not installed."""
    pytest.importorskip('cassandra.cluster', reason='this test needs the driver: pip install cassandra-driver')
    from cassandra.cluster import EXEC_PROFILE_DEFAULT, Cluster, ExecutionProfile
    from cassandra.policies import RoundRobinPolicy
    profile = ExecutionProfile(load_balancing_policy=RoundRobinPolicy())
    cluster = Cluster([cellar_server.host], port=cellar_server.port, execution_profiles={EXEC_PROFILE_DEFAULT: profile})
    yield cluster
    cluster.shutdown()


@pytest.fixture
def cellar_session(cellar, cellar_cluster):
    """A session of cassandra-driver of its own for each test, so that no keyspace is in use."""
    session = cellar_cluster.connect()
    yield session
    session.shutdown()
