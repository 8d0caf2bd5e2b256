import tseslint from "typescript-eslint"
import { documentedExports } from "./.ci/lint/documented-exports.mjs"
import { importZones } from "./.ci/lint/import-zones.mjs"
import { testTools, zones } from "./.ci/lint/zones.mjs"

const unused = { argsIgnorePattern: "^_", varsIgnorePattern: "^_", caughtErrorsIgnorePattern: "^_" }

/** A test that goes on when what it waits for, or plants, has not come about proves nothing. */
const SWALLOWED_BARRIER = [
  'CallExpression[callee.property.name="catch"]',
  "[callee.object.callee.property.name=/^(stopped|contended|freezeAt|crashAt|stopWriting|kill)$/]",
].join("")
const SWALLOWED_TOOL = [
  'CallExpression[callee.property.name="catch"]',
  "[callee.object.callee.name=/^(turn|fault|runJob|slowToAct|lockTable|blockInserts|atOnce|untilBlockedAt|verdictOn)$/]",
].join("")
const BARRIERS =
  "The failure of a barrier or of a planted fault must fail the test: await it without catch()."

/** A spread literal says the same as its members, and hides them from prettier and from the reader. */
const SPREAD_LITERALS = {
  selector: ":matches(SpreadElement, JSXSpreadAttribute) > :matches(ObjectExpression, ArrayExpression)",
  message: "Write the members themselves instead of spreading a literal.",
}

/** Medusa accepts one handler for a hook of a workflow: a handler of the plugin would keep the store's own from running. */
const WORKFLOW_HOOKS = {
  selector: 'MemberExpression[property.name="hooks"]',
  message: "Do not handle a workflow's hook: only one handler is possible, and it belongs to the store.",
}

export default tseslint.config(
  {
    ignores: [
      "**/node_modules",
      ".cache",
      ".site",
      ".medusa",
      ".demo",
      ".bank-sim",
      "public",
      "coverage",
      "**/.next",
      "**/next-env.d.ts",
    ],
  },
  { linterOptions: { reportUnusedDisableDirectives: "error", noInlineConfig: true } },
  ...tseslint.configs.recommended,
  {
    plugins: {
      gateway: { rules: { "import-zones": importZones, "documented-exports": documentedExports } },
    },
    rules: {
      "@typescript-eslint/no-explicit-any": "error",
      "@typescript-eslint/ban-ts-comment": ["error", { "ts-expect-error": true }],
      "@typescript-eslint/no-unused-vars": ["error", unused],
      "gateway/import-zones": ["error", { zones, testTools }],
      "no-restricted-syntax": ["error", SPREAD_LITERALS],
    },
  },
  {
    files: ["src/**/*.ts", "src/**/*.tsx"],
    ignores: ["**/__tests__/**", "**/migrations/**"],
    rules: {
      "gateway/documented-exports": "error",
      "no-restricted-syntax": ["error", SPREAD_LITERALS, WORKFLOW_HOOKS],
    },
  },
  {
    files: ["integration-tests/**/*.ts"],
    rules: {
      "no-restricted-syntax": [
        "error",
        SPREAD_LITERALS,
        { selector: SWALLOWED_BARRIER, message: BARRIERS },
        { selector: SWALLOWED_TOOL, message: BARRIERS },
      ],
    },
  }
)
