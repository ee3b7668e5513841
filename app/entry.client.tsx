import { startTransition } from 'react'
import { hydrateRoot } from 'react-dom/client'
import { HydratedRouter } from 'react-router/dom'
import { ignoreBlankSearches } from './enhance/search-boxes.ts'

// The header's search box is plain HTML on every page.
ignoreBlankSearches()

// Until then the page works as plain HTML, so nothing here blocks.
startTransition(() => {
  hydrateRoot(document, <HydratedRouter />)
})
