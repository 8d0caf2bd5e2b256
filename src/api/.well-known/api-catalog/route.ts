import { discovery } from "../../../surfaces/discovery"
import { apiCatalog } from "../../../surfaces/discovery/api-catalog"
import { mount } from "../../mount"

export const GET = mount(discovery, apiCatalog)
