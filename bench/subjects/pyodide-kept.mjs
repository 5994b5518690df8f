import { newPyodide, servePyodide } from './pyodide.mjs'

/** One interpreter for all runs, which see what earlier ones changed in its modules. */
let opening
await servePyodide(() => {
  opening ??= newPyodide()
  return opening
})
