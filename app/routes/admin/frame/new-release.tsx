import { type MouseEvent, useEffect, useState } from 'react'
import { useLocation } from 'react-router'
import { hasUnsentText } from '#app/domain/shared/unsent-text.ts'
import { admin } from '#content/pages/admin.ts'
import { usePreloadedPages } from './use-preloaded-pages.ts'

/**
 * Says that the website was updated since this page was loaded. Links then load documents, which bring the new code,
 * unless the page holds text that would be lost.
 */
export function NewRelease({ latest }: { latest: string }) {
  const { pathname, search } = useLocation()
  const [own] = useState(latest)
  const [hasText, setHasText] = useState(false)
  const isNew = latest !== own
  usePreloadedPages()
  useEffect(() => {
    if (!isNew) return
    // Before React Router sees the click.
    const openDocument = (event: globalThis.MouseEvent) => {
      const isLink = event.target instanceof Element && event.target.closest('a[href]')
      if (isLink && !hasUnsentText()) event.stopPropagation()
    }
    addEventListener('click', openDocument, { capture: true })
    return () => removeEventListener('click', openDocument, { capture: true })
  }, [isNew])

  function keepText(event: MouseEvent) {
    if (!hasUnsentText()) return
    event.preventDefault()
    setHasText(true)
  }
  return (
    <div className="adm-release" aria-live="polite">
      {isNew && (
        <p>
          {hasText ? admin.release.unsent : admin.release.ready}{' '}
          <a href={pathname + search} onClick={keepText}>
            {admin.release.reload}
          </a>
        </p>
      )}
    </div>
  )
}
