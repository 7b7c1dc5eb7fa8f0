/// Language codes with two letters (ISO 639-1), and with three (ISO 639-2/B), which mp4 and mov need.
enum LanguageCodes {
  /// The code with three letters; any other text stays the same. A region, as in `en-GB`, is left out.
  static func long(_ code: String) -> String {
    let language = code.lowercased().prefix { $0 != "-" && $0 != "_" }
    return language.utf8.count == 2 ? pairs[String(language)] ?? code : code
  }

  private static let pairs = Dictionary(
    uniqueKeysWithValues: list.split(separator: " ").map { pair in
      (String(pair.prefix(2)), String(pair.dropFirst(3)))
    })

  private static let list = """
    af:afr am:amh ar:ara as:asm az:aze be:bel bg:bul bn:ben bo:tib br:bre bs:bos ca:cat cs:cze cy:wel da:dan de:ger \
    el:gre en:eng eo:epo es:spa et:est eu:baq fa:per fi:fin fo:fao fr:fre fy:fry ga:gle gd:gla gl:glg gu:guj he:heb \
    hi:hin hr:hrv ht:hat hu:hun hy:arm id:ind ig:ibo is:ice it:ita ja:jpn jv:jav ka:geo kk:kaz km:khm kn:kan ko:kor \
    ku:kur ky:kir la:lat lb:ltz lo:lao lt:lit lv:lav mg:mlg mi:mao mk:mac ml:mal mn:mon mr:mar ms:may mt:mlt my:bur \
    nb:nob ne:nep nl:dut nn:nno no:nor oc:oci or:ori pa:pan pl:pol ps:pus pt:por qu:que rm:roh ro:rum ru:rus sa:san \
    sd:snd se:sme si:sin sk:slo sl:slv so:som sq:alb sr:srp su:sun sv:swe sw:swa ta:tam te:tel tg:tgk th:tha tk:tuk \
    tl:tgl tr:tur tt:tat ug:uig uk:ukr ur:urd uz:uzb vi:vie xh:xho yi:yid yo:yor zh:chi zu:zul
    """
}
