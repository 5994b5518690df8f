import { loadPyodide } from 'pyodide'
import { helloProgram, offersProgram, offersText } from '../jobs/python-programs.ts'
import { serve, timed } from '../process/serve.ts'

/**
 * Pyodide: CPython for browsers and Node, on the calling thread, neither metered nor bounded. `open` gives the
 * interpreter of each run.
 */
export async function servePyodide(open) {
  const job = (code) =>
    timed(() => async () => {
      const pyodide = await open()
      let result
      const globals = pyodide.toPy({ fetch_offers: () => offersText })
      globals.set('set_result', (data) => {
        result = JSON.stringify(data?.toJs ? data.toJs() : data)
      })
      pyodide.runPython(code, { globals })
      globals.destroy()
      return result
    })
  serve({ hello: job(helloProgram), offers: job(offersProgram) })
}

export const newPyodide = () => loadPyodide({ stdout: () => {} })
