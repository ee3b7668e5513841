import { useEffect, useRef, useState } from 'react'
import { createPath, useFetchers, useLocation, useNavigate, useNavigation } from 'react-router'
import { onLostRequest } from '#app/domain/shared/lost-request.ts'
import { forms } from '#content/forms.ts'

/** Specification, section 9. */
const timeoutMs = 120_000

/**
 * On hydrated pages: a navigation whose code or data stalls becomes a full page load, a stalled fetcher a reload. Without
 * a connection the page stays, says so, and goes on once there is one.
 */
export function StalledRequests() {
  const { location } = useNavigation()
  const navigate = useNavigate()
  const busy = useFetchers().filter(({ state }) => state !== 'idle')
  const { key } = useLocation()
  const [lost, setLost] = useState<{ url: string; at: string }>()
  const isLost =
    location && lost?.at === key && new URL(createPath({ ...location, hash: '' }), lost.url).href === lost.url
  useEffect(() => onLostRequest(({ url, isPost }) => isPost || setLost({ url, at: key })), [key])
  useEffect(() => {
    if (!isLost) return
    const retry = () => navigate(location)
    addEventListener('online', retry)
    return () => removeEventListener('online', retry)
  }, [isLost, location, navigate])
  return (
    <>
      {location && !isLost && <Timeout key={location.key} run={() => window.location.assign(createPath(location))} />}
      {busy.map(({ key }) => (
        <Timeout key={key} run={() => window.location.reload()} />
      ))}
      {isLost && (
        <p className="unreachable" role="alert">
          {forms.unreachable}
        </p>
      )}
    </>
  )
}

/** From its first rendering. */
function Timeout({ run }: { run: () => void }) {
  const first = useRef(run)
  useEffect(() => {
    const timer = setTimeout(() => first.current(), timeoutMs)
    return () => clearTimeout(timer)
  }, [])
  return null
}
