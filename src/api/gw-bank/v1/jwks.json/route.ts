import { bank } from "../../../../surfaces/bank"
import { publicKeys } from "../../../../surfaces/bank/jwks"
import { mount } from "../../../mount"

export const GET = mount(bank, publicKeys)
