import { useEffect } from 'react'
import { useNavigation, useRevalidator } from 'react-router'
import { goToTablet } from '#app/domain/shared/go-to-tablet.ts'
import { hasUnsentText } from '#app/domain/shared/unsent-text.ts'
import { useSite } from './site.ts'

/**
 * On hydrated pages: a sign-out in another tab shows at the next focus, and so does whatever has changed on a page that
 * comes from the browser's back/forward cache.
 */
export function VisitorChanges() {
  const { viewer, cartLines } = useSite()
  const isSignedIn = viewer !== undefined
  const isLeaving = useNavigation().state !== 'idle'
  const { revalidate } = useRevalidator()
  useEffect(() => {
    async function showSignOut() {
      if (!isSignedIn || document.hidden) return
      const visitor = await readVisitor()
      if (visitor?.isTablet) return goToTablet()
      if (!visitor || visitor.isSignedIn) return
      // What is typed stays. A private page leads away while it is loaded again.
      if (hasUnsentText()) await revalidate()
      else loadAgain()
    }
    async function showReturn({ persisted }: PageTransitionEvent) {
      if (!persisted) return
      // It would wait forever for the page that it led to.
      if (isLeaving) return loadAgain()
      const visitor = await readVisitor()
      if (visitor?.isTablet) return goToTablet()
      if (visitor && (visitor.isSignedIn !== isSignedIn || visitor.cartLines !== cartLines)) await revalidate()
    }
    addEventListener('focus', showSignOut)
    document.addEventListener('visibilitychange', showSignOut)
    addEventListener('pageshow', showReturn)
    return () => {
      removeEventListener('focus', showSignOut)
      document.removeEventListener('visibilitychange', showSignOut)
      removeEventListener('pageshow', showReturn)
    }
  }, [isSignedIn, cartLines, isLeaving, revalidate])
  return null
}

type Visitor = { isSignedIn: boolean; cartLines: number; isTablet?: true }

/** Not a loader, whose failure would take the page away. */
const readVisitor = (): Promise<Visitor | undefined> =>
  fetch('/visitor')
    .then((answer) => (answer.ok ? answer.json() : undefined))
    .catch(() => undefined)

/** Not `reload`, which would repeat a post. */
const loadAgain = () => location.replace(location.pathname + location.search)
