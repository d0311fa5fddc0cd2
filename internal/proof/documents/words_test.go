// SPDX-License-Identifier: MIT

package documents

import (
	"go/ast"
	"go/token"
	"regexp"
	"strconv"
	"strings"
	"testing"
)

// avoided are words and habits that readers stumbled over, with what to write instead.
var avoided = []struct{ words, instead string }{
	{`oddit(y|ies)|odd values?`, "warning, unexpected value"},
	{`seams?`, "overlap"},
	{`torn`, "cut short"},
	{`witness(es)?`, "a record that must appear"},
	{`hopeless`, "final, not retried"},
	{`neutral`, "say what it does"},
	{`obstacles?`, "why it does not wait"},
	{`bulk`, "many records, a large response"},
	{`leave to send`, "permission to send"},
	{`in truth`, "say what it is"},
	{`whoever|whomever`, "anybody who, a program that"},
	{`nobody (shows|sees|knows)`, "say what is not shown"},
	{`(told|tells|tell) of`, "reported, says"},
	{`of (its|their|his) own`, "another, separate, a new one"},
	{`(is|are|was|were|be) due`, "has to be done, is paid"},
	{`the places? of`, "instead of, position"},
	{`behind`, "after"},
	{`as good as|to and fro|by the way|at best|at bottom`, "say it plainly"},
	{`(^|[.;!] )who (may|has|can|reads?|wants?|uses?|asks?|comes?|is|does) [^?]*?[.;]`, "begin with the subject: anybody who, a program that"},
}

// allowed are uses of such words that have their plain meaning, and the old names in the changelog.
var allowed = regexp.MustCompile(`(?i)behind (a|the) (button|proxy|reverse proxy|load balancer|firewall|gateway)|payment (is|was) due|` + "`Oddity`, `Response.Oddities`")

// TestWords reads what is written for the public: every page, the forms for issues, the comments
// of exported names, and the texts that the packages and the programs print.
func TestWords(t *testing.T) {
	t.Parallel()
	texts := map[string]string{} // by where they stand
	for _, page := range append(files(t, ".md"), glob(t, ".github/ISSUE_TEMPLATE/*.yml")...) {
		texts[page] = withoutCode(t, page)
	}
	texts["internal/llms/rules.txt"] = withoutCode(t, "internal/llms/rules.txt")
	for path, file := range publicCode(t) {
		texts[path+", texts"] = printedTexts(file)
		texts[path+", comments"] = publicComments(file)
	}
	for _, path := range files(t, ".go", "integrator", "testdata") {
		if !strings.HasPrefix(path, "examples/") || strings.HasSuffix(path, "_test.go") {
			continue
		}
		file := parse(t, path)
		texts[path+", texts"] = printedTexts(file)
		if file.Name.Name == "main" && file.Doc != nil {
			texts[path+", comment"] = file.Doc.Text()
		}
	}
	for where, text := range texts {
		for _, found := range wordsFound(text) {
			t.Errorf("%s: %s", where, found)
		}
	}
}

// wordsFound returns what a text has of the words to avoid, each with what is around it.
func wordsFound(text string) (found []string) {
	text = allowed.ReplaceAllString(strings.Join(strings.Fields(text), " "), "")
	for _, avoid := range avoided {
		expression := regexp.MustCompile(`(?i)\b(` + avoid.words + `)(\b|$)`)
		if strings.HasPrefix(avoid.words, "(^") {
			expression = regexp.MustCompile(`(?i)` + avoid.words)
		}
		for _, at := range expression.FindAllStringIndex(text, -1) {
			around := text[max(0, at[0]-50):min(len(text), at[1]+30)]
			found = append(found, strconv.Quote(strings.ToValidUTF8(around, ""))+", write instead: "+avoid.instead)
		}
	}
	return found
}

// publicComments returns the comments that go doc shows of a file. It leaves nothing else in it.
func publicComments(file *ast.File) string {
	ast.FileExports(file)
	var all strings.Builder
	ast.Inspect(file, func(node ast.Node) bool {
		if group, ok := node.(*ast.CommentGroup); ok {
			all.WriteString(group.Text() + "\n")
		}
		return true
	})
	return all.String()
}

// printedTexts returns the strings of a file that are more than one word.
func printedTexts(file *ast.File) string {
	var all strings.Builder
	ast.Inspect(file, func(node ast.Node) bool {
		if text, ok := node.(*ast.BasicLit); ok && text.Kind == token.STRING && strings.Contains(text.Value, " ") {
			all.WriteString(text.Value + "\n")
		}
		return true
	})
	return all.String()
}
