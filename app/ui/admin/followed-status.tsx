import { useState } from 'react'

/** For screen readers: how far something is that the page follows, and how it ended. */
export function FollowedStatus({ isRunning, text }: { isRunning: boolean; text: string | undefined }) {
  const [wasRunning, setWasRunning] = useState(isRunning)
  if (isRunning && !wasRunning) setWasRunning(true)
  if (!wasRunning) return null
  return (
    <p className="vh" role="status">
      {text}
    </p>
  )
}
