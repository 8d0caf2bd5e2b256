import { Host } from "./host/host"
import { Shop } from "./shop"

/** The program of the document that assistants show beside the results of the store's tools (MCP Apps). */
void Host.connect((host) => new Shop(host))
