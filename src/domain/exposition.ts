/** A value of a metric, with the labels that distinguish it. */
export interface Sample {
  readonly labels?: Readonly<Record<string, string>>
  readonly value: number
}

/** A Prometheus metric with all its samples. */
export interface Metric {
  readonly name: string
  readonly help: string
  readonly type: "gauge" | "counter"
  readonly samples: readonly Sample[]
}

/** A gauge with a single value. */
export function gauge(name: string, help: string, value: number): Metric {
  return { name, help, type: "gauge", samples: [{ value }] }
}

/** The content type of the text exposition format. */
export const EXPOSITION_TYPE = "text/plain; version=0.0.4; charset=utf-8"

/** Serializes metrics in Prometheus' text exposition format 0.0.4. */
export function exposition(metrics: readonly Metric[]): string {
  return metrics.map(linesOf).join("")
}

function linesOf({ name, help, type, samples }: Metric): string {
  const lines = samples.map(({ labels = {}, value }) => `${name}${labelsIn(labels)} ${value}`)
  const explained = help.replaceAll("\\", "\\\\").replaceAll("\n", "\\n")
  return [`# HELP ${name} ${explained}`, `# TYPE ${name} ${type}`, ...lines, ""].join("\n")
}

function labelsIn(labels: Readonly<Record<string, string>>): string {
  const pairs = Object.entries(labels).map(([label, value]) => `${label}="${escaped(value)}"`)
  return pairs.length ? `{${pairs.join(",")}}` : ""
}

const escaped = (value: string) =>
  value.replaceAll("\\", "\\\\").replaceAll('"', '\\"').replaceAll("\n", "\\n")
