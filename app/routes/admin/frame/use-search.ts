import { useEffect, useState } from 'react'
import type { SearchGroup } from './search-group.ts'

/** So long nothing is asked while a person types. */
const pauseMs = 150

type Found = { groups: SearchGroup[]; problem?: 'failed' | 'locked' }

const nothing: Found = { groups: [] }

/** The records that match. The former ones stay until the server answers; a late answer to an earlier text is dropped. */
export function useSearch(typed: string) {
  const [last, setLast] = useState({ typed, found: nothing })
  useEffect(() => {
    if (!typed) return
    const outdated = new AbortController()
    const timer = setTimeout(async () => {
      const found = await fetchRecords(typed, outdated.signal)
      if (!outdated.signal.aborted) setLast({ typed, found })
    }, pauseMs)
    return () => {
      clearTimeout(timer)
      outdated.abort()
    }
  }, [typed])
  return typed ? { ...last.found, isPending: last.typed !== typed } : { ...nothing, isPending: false }
}

/** No fetcher: its post would load the data of the page again, and being locked would open another page. */
const fetchRecords = (typed: string, signal: AbortSignal): Promise<Found> =>
  fetch('/admin/search/results', { method: 'POST', body: new URLSearchParams({ q: typed }), signal })
    .then(async (answer): Promise<Found> => {
      if (answer.ok) return { groups: await answer.json() }
      return { groups: [], problem: answer.status === 403 ? 'locked' : 'failed' }
    })
    .catch(() => ({ groups: [], problem: 'failed' }))
