import { startTransition } from 'react'
import { hydrateRoot } from 'react-dom/client'
import { HydratedRouter } from 'react-router/dom'

// Without a hydrated page, which still works as plain HTML, nothing here matters; so nothing here blocks.
startTransition(() => {
  hydrateRoot(document, <HydratedRouter />)
})
