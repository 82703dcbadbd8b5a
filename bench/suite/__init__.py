"""The test suite itself, tested."""
