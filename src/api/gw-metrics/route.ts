import { metrics } from "../../surfaces/metrics"
import { readMetrics } from "../../surfaces/metrics/read-metrics"
import { mount } from "../mount"

export const GET = mount(metrics, readMetrics)
