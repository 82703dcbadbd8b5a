"""The endpoints of the HTTP API: one table, which routes, checks and the OpenAPI description are made from."""

from rexarium.server.net.endpoints.people import PEOPLE_ENDPOINTS
from rexarium.server.net.endpoints.replays import REPLAYS_ENDPOINTS
from rexarium.server.net.endpoints.server import SERVER_ENDPOINTS
from rexarium.server.net.endpoints.tables import TABLES_ENDPOINTS

ENDPOINTS = (*SERVER_ENDPOINTS, *PEOPLE_ENDPOINTS, *TABLES_ENDPOINTS, *REPLAYS_ENDPOINTS)
