"""Helpers of the tests: settings, checks, servers, terminals and games made for testing."""
