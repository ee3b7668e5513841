import { type ReactNode, useCallback, useEffect, useState } from 'react'
import { forms } from '#content/forms.ts'

/** The dialogs that open above any page. Their code is loaded once the page is at rest. */
const dialogs = {
  search: () => import('./palette.tsx'),
  shortcuts: () => import('./shortcuts-sheet.tsx'),
}

export type FrameDialog = keyof typeof dialogs

const restMs = 3_000

/** The open dialog, and the function that opens one. */
export function useFrameDialog() {
  const [shown, setShown] = useState<ReactNode>()
  useEffect(() => {
    const timer = setTimeout(() => {
      // A module that could not be fetched once stays broken until the page is loaded again.
      if (!navigator.onLine) return
      for (const load of Object.values(dialogs)) load().catch(() => {})
    }, restMs)
    return () => clearTimeout(timer)
  }, [])

  const open = useCallback(async (name: FrameDialog) => {
    try {
      const { default: Dialog } = await dialogs[name]()
      setShown(<Dialog onClose={() => setShown(undefined)} />)
    } catch {
      // The page stays as it is, with what was typed.
      setShown(
        <p className="unreachable" role="alert">
          {forms.unreachable}
        </p>,
      )
    }
  }, [])
  return [shown, open] as const
}
