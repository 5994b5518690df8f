'use client'

import ErrorPage from '../error.tsx'

/** Shown inside this frame. The page beside the root layout stands in for a frame that fails. */
export default ErrorPage
