import { canUsePasskeys } from './can-use-passkeys.ts'

/** Answers with a challenge (routes/account/challenge.ts). */
const challengePath = '/login/challenge'

/**
 * Shows the button of a `PasskeyButton`, which is hidden until then. Pressed, it asks the device for a passkey, or to
 * create one, puts the answer into the form's hidden field and sends the form.
 */
export function offerPasskey(place: HTMLElement, signal?: AbortSignal) {
  const [field, button] = [place.querySelector('input'), place.querySelector('button')]
  if (!canUsePasskeys() || !field || !button) return
  place.hidden = false
  let isAsking = false
  async function ask(input: HTMLInputElement) {
    if (isAsking) return
    isAsking = true
    place.querySelector('.said')?.remove()
    const { json, problem = '' } = await askDevice(place.dataset)
    isAsking = false
    if (json === undefined) return say(place, problem)
    input.value = json
    input.form?.requestSubmit()
  }
  const press = (event: MouseEvent) => {
    // The form is sent with the answer.
    event.preventDefault()
    void ask(field)
  }
  button.addEventListener('click', press, { signal })
}

/** `options`: of a passkey to be created. */
async function askDevice({ options, failed }: DOMStringMap): Promise<{ json?: string; problem?: string | undefined }> {
  try {
    if (options) return { json: await create(JSON.parse(options)) }
    const answer = await fetch(challengePath, { method: 'POST' })
    const challenge: { options: PublicKeyCredentialRequestOptionsJSON } | { error: string } = await answer.json()
    return 'error' in challenge ? { problem: challenge.error } : { json: await get(challenge.options) }
  } catch {
    // Canceled, timed out, offline, or no passkey of this site: browsers tell these apart for nobody.
    return { problem: failed }
  }
}

const create = async (options: PublicKeyCredentialCreationOptionsJSON) =>
  JSON.stringify(
    await navigator.credentials.create({ publicKey: PublicKeyCredential.parseCreationOptionsFromJSON(options) }),
  )

const get = async (options: PublicKeyCredentialRequestOptionsJSON) =>
  JSON.stringify(
    await navigator.credentials.get({ publicKey: PublicKeyCredential.parseRequestOptionsFromJSON(options) }),
  )

function say(place: HTMLElement, text: string) {
  const note = document.createElement('p')
  note.className = 'note note-error said'
  note.setAttribute('role', 'alert')
  note.textContent = text
  place.append(note)
}
