/** Browsers since spring 2025, on https and localhost. */
export const canUsePasskeys = () =>
  'PublicKeyCredential' in globalThis && 'parseCreationOptionsFromJSON' in PublicKeyCredential
