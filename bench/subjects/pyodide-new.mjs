import { newPyodide, servePyodide } from './pyodide.mjs'

/** A new interpreter for each run: what it takes to isolate one program from the next. */
await servePyodide(newPyodide)
