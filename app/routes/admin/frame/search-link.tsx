import { type MouseEvent, useSyncExternalStore } from 'react'
import { Link } from 'react-router'
import { AdminIcon } from '#app/ui/admin/admin-icon.tsx'
import { admin } from '#content/pages/admin.ts'

/** Looks like a field and opens the search above the page; without scripts, or in a new tab, a page of its own. */
export function SearchLink({ onOpen }: { onOpen: () => void }) {
  const keys = useSyncExternalStore(neverChanges, getKeys, () => '')

  function open(event: MouseEvent) {
    if (event.ctrlKey || event.metaKey || event.shiftKey) return
    event.preventDefault()
    onOpen()
  }
  return (
    <Link className="adm-find" to="/admin/search" onClick={open} aria-keyshortcuts="Control+K Meta+K">
      <AdminIcon name="find" />
      <span>{admin.search}</span>
      {keys && <kbd aria-hidden="true">{keys}</kbd>}
    </Link>
  )
}

const neverChanges = () => () => {}
const getKeys = () => (/Mac|iP(?:hone|ad)/.test(navigator.platform) ? '⌘ K' : 'Ctrl K')
