"""The endpoints of the HTTP API: one table, which routes, checks and the OpenAPI description are made from."""

from rexarium.server.net.endpoints.people import PEOPLE_ROWS
from rexarium.server.net.endpoints.replays import REPLAYS_ROWS
from rexarium.server.net.endpoints.server import SERVER_ROWS
from rexarium.server.net.endpoints.tables import TABLES_ROWS

ENDPOINTS = (*SERVER_ROWS, *PEOPLE_ROWS, *TABLES_ROWS, *REPLAYS_ROWS)
