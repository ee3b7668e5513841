import { useEffect, useState } from 'react'
import { useFetcher, useLocation } from 'react-router'
import { pollParameter } from './failed-requests.ts'

type Options<Data> = {
  /** By default as long as the page is open. */
  isUnfinished?: (latest: Data) => boolean
  /** Of the page, by default its address; an index page adds `?index`. Other pages would have their code loaded. */
  path?: string
  everyMs?: number
}

/**
 * For a work page that follows something: what it loaded, and from then on the latest. Loads its data again and again
 * while the page is visible. A request that fails changes nothing.
 */
export function usePoll<Data>(loaded: Data, { isUnfinished, path, everyMs = 5_000 }: Options<Data> = {}): Data {
  const { pathname, search } = useLocation()
  const page = path ?? pathname + search
  const url = `${page}${page.includes('?') ? '&' : '?'}${pollParameter}`
  // What another page asked for must not be shown here.
  const { data: polled, state, load } = useFetcher({ key: url })
  const [last, setLast] = useState<{ loaded: Data; polled: Data | undefined; latest: Data }>({
    loaded,
    polled,
    latest: loaded,
  })
  if (last.loaded !== loaded || last.polled !== polled)
    setLast({ loaded, polled, latest: last.loaded === loaded ? (polled ?? last.latest) : loaded })

  const isWaiting = state === 'idle' && (!isUnfinished || isUnfinished(last.latest))
  useEffect(() => {
    if (!isWaiting) return
    const timer = setInterval(() => {
      if (!document.hidden) void load(url)
    }, everyMs)
    return () => clearInterval(timer)
  }, [isWaiting, load, url, everyMs])
  return last.latest
}
