import { acp } from "../../../../../../surfaces/acp"
import { cancelCart } from "../../../../../../surfaces/acp/cart/cancel-cart"
import { mount } from "../../../../../mount"

export const POST = mount(acp, cancelCart)
