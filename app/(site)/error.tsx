'use client'

import { ErrorPage } from '../error-page.tsx'

/** Shown inside this frame. The global error page stands in for a frame that fails. */
export default ErrorPage
