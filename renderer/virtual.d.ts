/** Short Chinese texts of the screens as they are typed in letters: in full, a blank, and by their initials. */
declare module 'virtual:pinyin' {
  const words: Readonly<Record<string, string>>;
  export default words;
}
