import { discovery } from "../../surfaces/discovery"
import { llmsText } from "../../surfaces/discovery/llms-text"
import { mount } from "../mount"

export const GET = mount(discovery, llmsText)
