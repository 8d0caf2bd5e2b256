import tseslint from "typescript-eslint"

export default tseslint.config({ ignores: ["node_modules", ".medusa", ".demo"] }, ...tseslint.configs.recommended)
