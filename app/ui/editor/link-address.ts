import { isLinkAddress } from '#app/domain/markdown/addresses.ts'

/** What was typed as an address that a link may have; people leave out how it begins. */
export function toLinkAddress(typed: string): string | undefined {
  const text = typed.trim()
  const phone = text.replaceAll(/[\s().-]/g, '')
  const meant = [
    text,
    ...(/^[^\s:/?#]+@[^\s:/?#]+\.[^\s:/?#]+$/.test(text) ? [`mailto:${text}`] : []),
    ...(/^\+?\d{7,15}$/.test(phone) ? [`tel:${phone}`] : []),
    ...(/^[\p{L}\p{N}-]+(\.[\p{L}\p{N}-]+)*\.\p{L}{2,}([/?#]|$)/u.test(text) ? [`https://${text}`] : []),
  ]
  return meant.find(isLinkAddress)
}
