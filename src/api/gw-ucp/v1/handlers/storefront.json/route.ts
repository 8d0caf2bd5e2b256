import { ucp } from "../../../../../surfaces/ucp"
import { storefrontSchema } from "../../../../../surfaces/ucp/payment-handler/storefront-documents"
import { mount } from "../../../../mount"

export const GET = mount(ucp, storefrontSchema)
