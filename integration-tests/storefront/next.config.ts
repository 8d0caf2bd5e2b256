import type { NextConfig } from "next"

const config: NextConfig = {
  outputFileTracingRoot: __dirname,
  eslint: { ignoreDuringBuilds: true },
}

export default config
