// What a link or a picture may lead to. Everything else stays text.

const unsafe = /[\s\p{Cc}<>"\\`]/u

/** Of this site, not of another host as in '//evil.example'. */
export const isSitePath = (text: string) => /^\/(?!\/)/.test(text) && !unsafe.test(text)

export function isLinkAddress(text: string) {
  if (unsafe.test(text)) return false
  return isSitePath(text) || isSecureAddress(text) || /^mailto:[^@?]+@[^@?]+(\?.*)?$/.test(text) || isPhone(text)
}

/** Without a user name, which makes one host look like another. */
export function isSecureAddress(text: string) {
  const url = URL.canParse(text) ? new URL(text) : undefined
  return url?.protocol === 'https:' && /^https:\/\//i.test(text) && url.username === '' && url.password === ''
}

const isPhone = (text: string) => /^tel:\+?[\d().-]+$/.test(text)

export const isPictureSource = (text: string) => isLibraryPicture(text) || isPictureName(text) || isSitePath(text)

const isLibraryPicture = (text: string) => /^picture:[\w-]+$/.test(text)

/** Of a picture of content/. */
export const isPictureName = (text: string) => /^[a-z][a-z\d-]*$/.test(text)
