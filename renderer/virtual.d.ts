/** Short Chinese texts of the screens as typed in Latin letters: in full, then a space, then their initials. */
declare module 'virtual:pinyin' {
  const words: Readonly<Record<string, string>>;
  export default words;
}
