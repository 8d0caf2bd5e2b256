import { a2aRpc } from "../../../../surfaces/a2a"
import { rpc } from "../../../../surfaces/a2a/rpc"
import { mount } from "../../../mount"

export const POST = mount(a2aRpc, rpc)
