import { ucp } from "../../../../surfaces/ucp"
import { createCart } from "../../../../surfaces/ucp/cart/create"
import { mount } from "../../../mount"

export const POST = mount(ucp, createCart)
