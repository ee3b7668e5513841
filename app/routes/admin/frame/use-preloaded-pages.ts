import { useEffect } from 'react'

const restMs = 5_000

/**
 * Loads the code of all pages of the dashboard once this one is at rest. After an update of the website it is gone from
 * the server, and React Router would reload the page in the middle of work.
 */
export function usePreloadedPages() {
  useEffect(() => {
    const timer = setTimeout(preload, restMs)
    return () => clearTimeout(timer)
  }, [])
}

function preload() {
  const { __reactRouterManifest: manifest } = window as { __reactRouterManifest?: Manifest }
  const routes = Object.values(manifest?.routes ?? {}).filter(({ parentId }) => parentId === 'routes/admin/layout')
  const files = new Set(routes.flatMap(({ module, imports = [] }) => [module, ...imports]))
  // No `modulepreload`: a module that could not be fetched once stays broken until the page is loaded again.
  for (const href of files)
    fetch(href, { priority: 'low' })
      .then((file) => file.arrayBuffer())
      .catch(() => {})
}

/** What React Router's own manifest says of a route, as far as it is used here. */
type Manifest = { routes: Record<string, { parentId?: string; module: string; imports?: string[] }> }
