import { ucp } from "../../../../../../surfaces/ucp"
import { cancelCart } from "../../../../../../surfaces/ucp/cart/cancel-cart"
import { mount } from "../../../../../mount"

export const POST = mount(ucp, cancelCart)
