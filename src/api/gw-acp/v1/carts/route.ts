import { acp } from "../../../../surfaces/acp"
import { createCart } from "../../../../surfaces/acp/cart/create-cart"
import { mount } from "../../../mount"

export const POST = mount(acp, createCart)
