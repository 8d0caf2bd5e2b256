import tseslint from "typescript-eslint"
import { importZones } from "./.ci/lint/import-zones.mjs"
import { testTools, zones } from "./.ci/lint/zones.mjs"

const unused = { argsIgnorePattern: "^_", varsIgnorePattern: "^_", caughtErrorsIgnorePattern: "^_" }

export default tseslint.config(
  { ignores: ["**/node_modules", ".cache", ".medusa", ".demo", ".bank-sim", "public", "coverage"] },
  { linterOptions: { reportUnusedDisableDirectives: "error", noInlineConfig: true } },
  ...tseslint.configs.recommended,
  {
    plugins: { gateway: { rules: { "import-zones": importZones } } },
    rules: {
      "@typescript-eslint/no-explicit-any": "error",
      "@typescript-eslint/ban-ts-comment": ["error", { "ts-expect-error": true }],
      "@typescript-eslint/no-unused-vars": ["error", unused],
      "gateway/import-zones": ["error", { zones, testTools }],
    },
  }
)
