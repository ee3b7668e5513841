import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { useFetcher } from 'react-router'
import type { AddedPicture } from '#app/domain/pictures/picture-option.ts'
import { onLostRequest } from '#app/domain/shared/lost-request.ts'
import { PictureDescription, PictureFile } from '#app/ui/admin/picture-fields.tsx'
import { Button } from '#app/ui/primitives/button.tsx'
import { Note } from '#app/ui/primitives/note.tsx'
import { PressedButtonContext } from '#app/ui/primitives/pressed-button.ts'
import { forms } from '#content/forms.ts'
import { picturesWords } from '#content/pages/admin-pictures.ts'
import type { Answer } from './answers.server.ts'

const words = picturesWords.upload

// Loaded when it is needed, and so of the editor's own files only types: with them would come the styles of the dashboard.
export type PictureUploadProps = {
  intent: string
  address: string
  isOpen: boolean
  onAdded: (picture: AddedPicture) => void
  onClose: () => void
}

/** Above the editor, whose form it is no part of. Closed and opened again, it still has what was typed. */
export function PictureUpload({ intent, address, isOpen, onAdded, onClose }: PictureUploadProps) {
  const dialog = useRef<HTMLDialogElement>(null)
  const [round, setRound] = useState(0)
  useEffect(() => {
    if (isOpen) dialog.current?.showModal()
  }, [isOpen])

  function take(picture: AddedPicture) {
    // Gives the focus back, so that the field can take it.
    dialog.current?.close()
    setRound(round + 1)
    onAdded(picture)
  }
  return (
    <dialog ref={dialog} className="pal keys" aria-labelledby="upload-title" onClose={onClose}>
      <div className="keys-top">
        <h2 id="upload-title">{words.heading}</h2>
        <Button type="button" kind="line" small onClick={() => dialog.current?.close()}>
          {words.close}
        </Button>
      </div>
      <Upload key={round} intent={intent} address={address} onAdded={take} />
    </dialog>
  )
}

function Upload({ intent, address, onAdded }: Pick<PictureUploadProps, 'intent' | 'address' | 'onAdded'>) {
  const fetcher = useFetcher()
  const fields = useRef<HTMLDivElement>(null)
  const [isTooLarge, setTooLarge] = useState(false)
  const [unsent, setUnsent] = useState<string>()
  const isPending = fetcher.state !== 'idle'
  // Of plain values, which arrive as they were sent.
  const answered = fetcher.data as Answer | undefined
  const { form = {}, added } = answered ?? {}

  // Not only once React has drawn that it is sent: without a connection it may be lost before that.
  const isSent = useRef(false)
  useEffect(() => {
    if (isPending) return () => void (isSent.current = false)
  }, [isPending])
  useEffect(
    () =>
      onLostRequest(({ isPost, reason }) => {
        if (!isPost || !isSent.current) return
        isSent.current = false
        setUnsent(reason ?? forms.offline)
      }),
    [],
  )

  const take = useEffectEvent(onAdded)
  useEffect(() => {
    if (added) take(added)
  }, [added])
  useEffect(() => {
    if (form.fieldErrors) fields.current?.querySelector<HTMLElement>('[aria-invalid]')?.focus()
  }, [form.fieldErrors])

  // Meanwhile something else may have been lost.
  const problem = answered ? form.error : unsent
  return (
    <fetcher.Form
      className="upload"
      method="post"
      action={address}
      encType="multipart/form-data"
      noValidate
      aria-busy={isPending || undefined}
      onSubmit={(event) => {
        if (isPending || isTooLarge) return event.preventDefault()
        isSent.current = true
        setUnsent(undefined)
      }}
    >
      <div ref={fields}>
        <PictureFile form={form} onTooLarge={setTooLarge} idStart="upload-" />
        <PictureDescription form={form} idStart="upload-" />
      </div>
      <input type="hidden" name="intent" value={intent} />
      {problem && !isPending && <Note kind="error">{problem}</Note>}
      <PressedButtonContext value={isPending ? { name: '', value: '', word: words.pending } : undefined}>
        <Button pending={words.pending}>{words.button}</Button>
      </PressedButtonContext>
    </fetcher.Form>
  )
}
