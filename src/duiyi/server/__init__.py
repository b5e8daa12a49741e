"""The server: FastAPI routes, sockets, rooms as tasks, the store, accounts, jobs."""
