import { a2a } from "../../../../../../surfaces/a2a"
import { streamTask } from "../../../../../../surfaces/a2a/task-stream"
import { mount } from "../../../../../mount"

export const GET = mount(a2a, streamTask)
