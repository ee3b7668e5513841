import { useEffect } from 'react'
import { useNavigate } from 'react-router'
import { useShortcuts } from '#app/ui/admin/use-shortcuts.ts'
import { useSite } from '#app/http/site.ts'
import { toShortcutGroups } from './shortcuts.ts'
import type { FrameDialog } from './use-frame-dialog.tsx'

/** The keys that act on any page of the dashboard. */
export function useFrameKeys(open: (dialog: FrameDialog) => void) {
  const navigate = useNavigate()
  const frame = { goTo: (path: string) => void navigate(path), open }
  const shortcuts = toShortcutGroups(useSite().menu).flatMap(({ shortcuts }) => shortcuts)
  useShortcuts(
    Object.fromEntries(shortcuts.flatMap(({ keys, act }) => (act ? [[keys, () => act(frame)] as const] : []))),
  )
  useEffect(() => {
    // Also in a field.
    const onKey = (event: KeyboardEvent) => {
      if (event.key.toLowerCase() !== 'k' || !(event.ctrlKey || event.metaKey) || event.altKey || event.shiftKey) return
      event.preventDefault()
      if (!document.querySelector('dialog[open]')) open('search')
    }
    addEventListener('keydown', onKey)
    return () => removeEventListener('keydown', onKey)
  }, [open])
}
