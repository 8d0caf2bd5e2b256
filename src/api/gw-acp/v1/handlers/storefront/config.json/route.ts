import { acp } from "../../../../../../surfaces/acp"
import { storefrontConfigSchema } from "../../../../../../surfaces/acp/payment-handler/storefront-documents"
import { mount } from "../../../../../mount"

export const GET = mount(acp, storefrontConfigSchema)
