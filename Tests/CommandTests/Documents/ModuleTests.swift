import Foundation
import Testing

/// Package.swift and docs/architecture.md say what each file imports.
@Suite struct ModuleTests {
  /// The targets of Package.swift, each with its folder and its dependencies.
  private struct Target {
    let name: String
    let folder: String
    let dependencies: Set<String>

    /// Reads the text from a target's `name:` to the next target.
    init?(_ text: Substring) {
      guard let name = text.firstMatch(of: /^ *name: "([\w-]+)"/)?.1 else { return nil }
      self.name = String(name)
      let path = text.firstMatch(of: /path: "([^"]+)"/)?.1
      folder = path.map(String.init) ?? "\(name.hasSuffix("Tests") ? "Tests" : "Sources")/\(name)"
      let list = text.firstMatch(of: /dependencies: \[([^\]]*)\]/)?.1 ?? ""
      dependencies = Set(list.matches(of: /"([\w-]+)"/).map { String($0.1) })
    }

    static func all() throws -> [Target] {
      let text = try Document.text("Package.swift")
      let body = text[text.startIndex..<(text.range(of: "\nfunc needed")?.lowerBound ?? text.endIndex)]
      return body.split(separator: /\.(?:target|executableTarget|testTarget)\(\s*/).compactMap { Target($0) }
    }

    /// The modules of this package that each file imports.
    func imports(among modules: Set<String>) throws -> [String: Set<String>] {
      let root = Shell.file(folder).path
      let names = FileManager.default.enumerator(atPath: root)?.allObjects as? [String] ?? []
      let files = names.filter { $0.hasSuffix(".swift") }.map { "\(folder)/\($0)" }
      return try Dictionary(
        uniqueKeysWithValues: files.map { file in
          let lines = try Document.text(file).split(separator: "\n").filter { $0.contains("import ") }
          let imported = lines.compactMap { $0.wholeMatch(of: /(?:@testable )?import (\w+)/)?.1 }
          return (file, Set(imported.map(String.init)).intersection(modules))
        })
    }
  }

  @Test func packageDeclaresExactlyWhatFilesImport() throws {
    let targets = try Target.all()
    let modules = Set(targets.map(\.name)).union(["CAvutil", "CSystem"])
    #expect(targets.count > 40)
    for target in targets where target.name != "CSystem" {
      let imports = try target.imports(among: modules)
      #expect(!imports.isEmpty, "\(target.folder)")
      for (file, names) in imports {
        let strays = names.subtracting(target.dependencies).sorted()
        #expect(strays.isEmpty, "\(file) imports \(strays), which Package.swift does not declare for \(target.name)")
      }
      let idle = imports.values.reduce(target.dependencies) { $0.subtracting($1) }.sorted()
      #expect(idle.isEmpty, "no file of \(target.name) imports \(idle)")
    }
  }

  @Test func architectureListsTheImportsOfEachModule() throws {
    let rows = try Document.text("docs/architecture.md").matches(of: /\n\| `([\w-]+)` \| ([\w, -]*) \| [^\n]*/)
    let listed = Dictionary(uniqueKeysWithValues: rows.map { (String($0.1), String($0.2)) })
    for target in try Target.all() where target.folder.hasPrefix("Sources/") && target.name != "CSystem" {
      let dependencies = target.dependencies.sorted().joined(separator: ", ")
      #expect(listed[target.name] == (dependencies.isEmpty ? "nothing" : dependencies), "\(target.name)")
    }
  }
}
