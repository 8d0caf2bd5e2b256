import { ucp } from "../../../../../surfaces/ucp"
import { lookUpCatalog } from "../../../../../surfaces/ucp/catalog/lookup-official"
import { mount } from "../../../../mount"

export const POST = mount(ucp, lookUpCatalog)
