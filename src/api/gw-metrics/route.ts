import { metrics } from "../../surfaces/metrics"
import { readMetrics } from "../../surfaces/metrics/read"
import { mount } from "../mount"

export const GET = mount(metrics, readMetrics)
