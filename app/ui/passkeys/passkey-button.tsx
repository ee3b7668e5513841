import { type ComponentProps, useEffect, useRef } from 'react'
import { Button } from '#app/ui/primitives/button.tsx'

type PasskeyButtonProps = Pick<ComponentProps<typeof Button>, 'kind' | 'wide'> & {
  /** Of the hidden field that the device's answer is sent in. */
  name: string
  text: string
  /** What it says when the device gave none. */
  failed: string
  /** In JSON, of a passkey to be created; else one is asked for. */
  options?: string
  /** 'button' beside fields of which Enter sends the form. */
  type?: 'submit' | 'button'
}

/** Sends its form with a passkey. Hidden without scripts, and where the browser has no passkeys. */
export function PasskeyButton({ name, text, failed, options, type = 'submit', ...button }: PasskeyButtonProps) {
  const place = useRef<HTMLDivElement>(null)
  useEffect(() => {
    const listening = new AbortController()
    const { signal } = listening
    void import('./offer-passkey.ts').then(
      ({ offerPasskey }) => place.current && !signal.aborted && offerPasskey(place.current, signal),
    )
    return () => listening.abort()
  }, [])
  return (
    <div hidden ref={place} data-failed={failed} data-options={options}>
      <input type="hidden" name={name} />
      <Button type={type} {...button}>
        {text}
      </Button>
    </div>
  )
}
