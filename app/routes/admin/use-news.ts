import { useEffect, useState } from 'react'
import { pollParameter } from '#app/http/failed-requests.ts'
import type { Waiting } from '#app/ui/admin/admin-nav.tsx'

const everyMs = 5_000

type News = { waiting: Waiting | undefined; release: string }

/**
 * The counts of the menu and the release of the website: what the page loaded, and from then on the latest. No fetcher,
 * since React Router would load code for one, and reload the page if that fails without a connection.
 */
export function useNews(loaded: News) {
  const [last, setLast] = useState({ loaded, latest: loaded })
  if (last.loaded !== loaded) setLast({ loaded, latest: loaded })
  useEffect(() => {
    // One question at a time: of two, the older one could be answered last.
    let isAsking = false
    const timer = setInterval(async () => {
      if (isAsking || document.hidden) return
      isAsking = true
      const latest = await fetchNews()
      isAsking = false
      if (latest) setLast({ loaded, latest })
    }, everyMs)
    return () => clearInterval(timer)
  }, [loaded])
  return last.latest
}

const fetchNews = (): Promise<News | undefined> =>
  fetch(`/admin/waiting?${pollParameter}`)
    .then((answer) => (answer.ok ? answer.json() : undefined))
    .catch(() => undefined)
